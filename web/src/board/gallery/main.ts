// For those who work on the board: `npm run dev`, then /src/board/gallery/index.html. Not part of the build.

import { mount } from "svelte";
import "../board.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("gallery")! });
