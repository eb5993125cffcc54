import { Skeleton } from '../../../ui/skeleton'
import { columnsLook } from '../parts/video-overview-look'

/** The page while its video is loading. */
export function VideoSkeleton() {
  return (
    <div aria-hidden className="px-8 pt-4.5 pb-10 max-sm:px-4 max-sm:pt-2">
      <Skeleton className="my-1.5 h-3 w-24" />
      <Skeleton className="mt-2 h-6 w-80 max-w-full" />
      <div className={columnsLook}>
        <Skeleton className="aspect-[16/9] w-full" />
        <div className="flex flex-col gap-4 pt-2">
          {[0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
            <Skeleton key={line} className="h-3 w-full" />
          ))}
        </div>
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
