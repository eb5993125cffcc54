import type { ReactNode } from 'react'
import { TestBars } from './test-bars'

/** An icon on color bars, in place of a live picture. */
export function TestPicture({ icon }: { readonly icon: ReactNode }) {
  return (
    <div className="relative aspect-[16/9] overflow-hidden rounded-3 bg-stage">
      <TestBars />
      <div data-theme="dark" className="absolute inset-0 grid place-content-center text-ink" aria-hidden>
        {icon}
      </div>
    </div>
  )
}
