import { Skeleton } from '../../../ui/skeleton'
import { columnsLook } from '../parts/video-overview-look'

/** The content of the page while its video is loading. */
export function VideoSkeleton() {
  return (
    <div className={columnsLook}>
      <Skeleton className="aspect-[16/9] w-full" />
      <div className="flex flex-col gap-4 pt-2">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
          <Skeleton key={line} className="h-3 w-full" />
        ))}
      </div>
    </div>
  )
}

/** A tab of the page while its code is loading. */
export function TabSkeleton() {
  return (
    <div aria-busy className={columnsLook}>
      <Skeleton className="aspect-[16/9] w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
