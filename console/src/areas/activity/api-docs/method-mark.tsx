import { cx } from '../../../ui/cx'

const tones: Readonly<Record<string, string>> = {
  GET: 'text-good',
  POST: 'text-act-text',
  PUT: 'text-warn',
  DELETE: 'text-bad',
}

/** The HTTP method, in a column of fixed width. */
export function MethodMark({ method }: { readonly method: string }) {
  return (
    <span className={cx('ltr inline-block w-14 shrink-0 font-code text-11 font-mid', tones[method])}>
      {method}
    </span>
  )
}
