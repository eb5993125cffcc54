import { Skeleton } from '../../ui/skeleton'

/** The shell while the user's environments are loading. */
export function ShellSkeleton() {
  return (
    <div className="flex h-dvh bg-paper" aria-hidden>
      <div className="flex w-(--w-side) flex-col gap-3 border-e border-rule bg-sunk p-4 max-lg:w-14 max-sm:hidden">
        <Skeleton className="h-7 w-7" />
        <Skeleton className="mt-4 h-2.5 w-3/5" />
        <Skeleton className="h-2.5 w-4/5" />
      </div>
      <div className="flex-1 px-8 pt-7">
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  )
}
