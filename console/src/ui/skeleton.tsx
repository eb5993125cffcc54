import { cx } from './cx'

/** A loading placeholder. Set its size by class; it appears after 150 ms. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden className={cx('block animate-late', className)}>
      <span className="block size-full animate-pulse rounded-1 bg-press motion-reduce:animate-none" />
    </span>
  )
}
