// Whether the page shows the layout for phones. The style sheets and the drawing have the same limit.

export const phone = window.matchMedia("(max-width: 700px)");
