import type { ReactNode } from 'react'

interface ProfileLayoutProps {
  /** Up to the renditions. */
  readonly start: ReactNode
  /** The ladder, beside the rest where it fits. */
  readonly aside: ReactNode
  readonly rest: ReactNode
}

/** Two columns; in one column the ladder follows the renditions. */
export function ProfileLayout({ start, aside, rest }: ProfileLayoutProps) {
  return (
    <div className="@container pt-4">
      <div className="grid gap-x-9 gap-y-8 @min-[760px]:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-8">{start}</div>
        <aside className="min-w-0 @min-[760px]:row-span-2 @min-[760px]:border-s @min-[760px]:border-rule @min-[760px]:ps-6">
          <div className="@min-[760px]:sticky @min-[760px]:top-6">{aside}</div>
        </aside>
        <div className="flex min-w-0 flex-col gap-8">{rest}</div>
      </div>
    </div>
  )
}
