import type { ReactNode } from 'react'
import { useFormat } from '../lib/format'

interface FirstUseProps {
  /** The picture, beside the text or above it. */
  readonly picture: ReactNode
  readonly title: string
  readonly about: string
  readonly steps?: readonly string[]
  /** Ways to start. */
  readonly children: ReactNode
}

/** Introduces a screen that has no objects yet. */
export function FirstUse({ picture, title, about, steps = [], children }: FirstUseProps) {
  const format = useFormat()
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-140px)] max-w-[840px] content-center items-center gap-14 py-8 md:grid-cols-2 max-md:gap-8">
      {picture}
      <div>
        <h2 className="text-22 font-head text-balance">{title}</h2>
        <p className="mt-2 text-14 text-pretty text-ink-2">{about}</p>
        {steps.length > 0 && (
          <ol className="mt-5 flex flex-col gap-3">
            {steps.map((step, at) => (
              <li key={step} className="flex gap-3">
                <span className="tabular grid size-6 shrink-0 place-items-center rounded-full border border-rule-2 text-12 text-ink-2">
                  {format.number(at + 1)}
                </span>
                <span className="text-pretty">{step}</span>
              </li>
            ))}
          </ol>
        )}
        <div className="mt-6 empty:hidden">{children}</div>
      </div>
    </div>
  )
}
