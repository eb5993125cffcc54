import { createContext, type ReactNode, useContext } from 'react'

/** The level of headings of sections: one below that of the page they stand on. */
export const SectionLevel = createContext<2 | 3>(2)

interface SectionProps {
  readonly title: string
  /** Under the head, in one or two sentences. */
  readonly about?: string
  readonly children: ReactNode
}

/** A part of a page under its own head and hairline. */
export function Section({ title, about, children }: SectionProps) {
  const Heading = useContext(SectionLevel) === 2 ? 'h2' : 'h3'
  return (
    <section>
      <header className="flex min-h-9 items-center border-b border-rule-2">
        <Heading className="text-14 font-head">{title}</Heading>
      </header>
      {about !== undefined && <p className="pt-3 text-pretty text-ink-2">{about}</p>}
      {children}
    </section>
  )
}
