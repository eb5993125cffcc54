/** Styles of ads. The bar stays visible when the controls hide. */
export const adStyle = `
.ads { font-size: 13px; line-height: 20px; color: var(--kinora-ink); }
.ad-bar {
  position: absolute; top: 12px; left: 12px; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; max-width: calc(100% - 24px); box-sizing: border-box;
  padding: 5px 12px; border-radius: var(--kinora-corner); background: var(--kinora-label);
}
.ad-bar[hidden], .ad-bar a[hidden], .ad-skip[hidden] { display: none; }
.ad-count { font-weight: 600; }
.ad-left { font-variant-numeric: tabular-nums; }
.ad-bar a { color: inherit; text-underline-offset: 3px; }
.ad-bar a:focus-visible, .ad-skip:focus-visible { outline: 2px solid var(--kinora-focus); outline-offset: 2px; border-radius: 2px; }
.ad-skip {
  position: absolute; right: 12px; bottom: 64px; z-index: 1; min-height: 36px; padding: 0 16px; border: 0; border-radius: var(--kinora-corner);
  background: var(--kinora-key); color: var(--kinora-key-ink); font: 550 13px/1 inherit; font-family: inherit; font-variant-numeric: tabular-nums; cursor: pointer;
}
.ad-skip:disabled { background: var(--kinora-label); color: var(--kinora-ink); cursor: default; }
.ad-status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.deck { position: relative; }
.ad-marks { position: absolute; left: 16px; right: 16px; top: 37px; height: 4px; pointer-events: none; }
.ad-marks i { position: absolute; height: 100%; min-width: 4px; border-radius: 2px; background: #ffc53d; }
.in-ad media-time-range, .in-ad media-seek-backward-button, .in-ad media-seek-forward-button, .in-ad .ad-marks, .in-ad .speed { display: none; }
@media (pointer: coarse) { .ad-skip { min-height: 44px; } .ad-bar a { padding-block: 6px; } }
`
