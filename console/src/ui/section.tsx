import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  /** At the end of the head. */
  readonly actions?: ReactNode
  /** Under the head, in one or two sentences. */
  readonly about?: string
  readonly headingLevel?: 2 | 3
  readonly children: ReactNode
}

/** A part of a page under its own head and hairline. */
export function Section({ title, actions, about, headingLevel = 3, children }: SectionProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <section>
      <header className="flex min-h-9 items-center justify-between gap-3 border-b border-rule-2">
        <Heading className="text-14 font-head">{title}</Heading>
        {actions}
      </header>
      {about !== undefined && <p className="pt-3 text-pretty text-ink-2">{about}</p>}
      {children}
    </section>
  )
}
