import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { Workbench } from "../../workbench/workbench.ts";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Workbench", Workbench);
  },
} satisfies Theme;
