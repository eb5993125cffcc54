/** Class names of text fields. */
export const fieldLook =
  'w-full min-w-0 rounded-2 border border-rule-3 bg-panel px-2.5 text-13 text-ink transition-[border-color,box-shadow] ' +
  'outline-none hover:border-ink-3 focus:border-focus focus:shadow-[0_0_0_1px_var(--focus)] ' +
  'data-invalid:border-bad data-invalid:focus:border-bad data-invalid:focus:shadow-[0_0_0_1px_var(--bad)] ' +
  'data-disabled:border-rule-2 data-disabled:bg-sunk data-disabled:text-ink-3 pointer-coarse:text-16'

export const labelLook = 'flex items-baseline justify-between gap-3 text-13 font-mid text-ink'
