import { cx } from '../../../ui/cx'
import { Skeleton } from '../../../ui/skeleton'

/** Columns of at least 200 px; two on a phone. */
export const tilesLook = 'grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-3 max-sm:grid-cols-2'

/** Parts of the line under a tile's title, each in its own direction. */
export function TileNote({ parts }: { readonly parts: readonly (string | undefined)[] }) {
  return (
    <span className="cut tabular block text-12 text-ink-3">
      {parts
        .filter((part) => part !== undefined)
        .map((part, at) => (
          <span key={part}>
            {at > 0 && ' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
    </span>
  )
}

export function TilesSkeleton() {
  return (
    <ul aria-busy aria-hidden className={cx(tilesLook, 'gap-y-5 pt-2')}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((card) => (
        <li key={card} className="flex flex-col gap-2">
          <Skeleton className="aspect-[16/9] w-full" />
          <Skeleton className="h-2.5 w-3/5" />
        </li>
      ))}
    </ul>
  )
}
