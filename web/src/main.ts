import "./fonts.css";
import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { registerServiceWorker } from "./offline/register";

const target = document.getElementById("app")!;
target.replaceChildren();
mount(App, { target });
registerServiceWorker();
