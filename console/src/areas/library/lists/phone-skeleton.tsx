import { Skeleton } from '../../../ui/skeleton'

/** The phone list while it is loading. */
export function PhoneSkeleton() {
  return (
    <ul aria-hidden className="-mx-4 border-t border-rule">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <li key={row} className="flex gap-3 border-b border-rule px-4 py-2.5">
          <Skeleton className="h-[54px] w-24" />
          <span className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-2.5 w-4/5" />
            <Skeleton className="h-2.5 w-2/5" />
          </span>
        </li>
      ))}
    </ul>
  )
}
