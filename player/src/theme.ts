/** The look of the player, which embedders can set: these properties on the host element win over the defaults, and
 * the embed page sets them from its URL. `style.ts` uses no other colors, corners or fonts. */
export const theme = `
:host {
  /* What has been played, and what is chosen in menus. */
  --kinora-accent: #fff;
  /* The dot of streams that play live. */
  --kinora-live: #e5383b;
  --kinora-stage: #000;
  --kinora-ink: #fff;
  --kinora-ink-2: rgb(255 255 255 / 82%);
  --kinora-key: #fff;
  --kinora-key-ink: #111;
  --kinora-key-hover: #e8e8e8;
  --kinora-pill: rgb(255 255 255 / 16%);
  --kinora-hover: rgb(255 255 255 / 14%);
  --kinora-track: rgb(255 255 255 / 26%);
  --kinora-buffered: rgb(255 255 255 / 34%);
  --kinora-panel: rgb(22 24 29 / 96%);
  --kinora-panel-line: rgb(255 255 255 / 12%);
  --kinora-label: rgb(10 12 16 / 82%);
  /* The dot of streams that play behind the live edge. */
  --kinora-idle: rgb(255 255 255 / 56%);
  --kinora-veil: rgb(0 0 0 / 64%);
  --kinora-shade: rgb(0 0 0 / 72%);
  --kinora-focus: #7eb0ff;
  --kinora-corner: 6px;
  --kinora-font: inherit;
}
`
