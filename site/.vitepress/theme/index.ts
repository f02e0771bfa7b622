import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { keepOffline } from "../../workbench/shell/keep-offline.ts";
import { Workbench } from "../../workbench/workbench.ts";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Workbench", Workbench);
    if (typeof window === "object") keepOffline(import.meta.env.BASE_URL);
  },
} satisfies Theme;
