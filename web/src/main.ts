import "@fontsource/caprasimo/latin-400.css";
import "@fontsource-variable/atkinson-hyperlegible-next/index.css";
import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
