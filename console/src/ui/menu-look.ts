/** Class names of rows in menus and lists in popovers. */
export const menuRowLook =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-2 px-2 py-1.5 text-13 outline-none select-none ' +
  'data-focused:bg-hover data-pressed:bg-press data-disabled:text-ink-off pointer-coarse:min-h-11'

export const menuHeadLook = 'px-2 pt-2 pb-1 text-11 text-ink-3'
