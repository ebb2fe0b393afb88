import { mount } from "svelte";
import "./board/board.css";
import "./app.css";
import App from "./app/App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
