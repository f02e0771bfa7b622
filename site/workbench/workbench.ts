// `<Workbench />` on a page of its own, `<Workbench pane="sum" data="1 2 3" />` within a document. Loaded where it is seen, never on the server.
import { withBase } from "vitepress";
import { defineAsyncComponent, defineComponent, h, onMounted, ref } from "vue";

const FullWorkbench = defineAsyncComponent(async () => (await import("./shell/workbench.tsx")).FullWorkbench);

export const Workbench = defineComponent({
  props: { pane: String, contract: String, data: String, options: Object },
  setup(props) {
    const isMounted = ref(false);
    onMounted(() => {
      isMounted.value = true;
    });
    return () =>
      isMounted.value
        ? h(FullWorkbench, { ...props, page: withBase("/workbench.html") } as never)
        : h("p", { class: "sb-kept" }, "The workbench needs JavaScript; it is about to load.");
  },
});
