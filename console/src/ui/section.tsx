import { createContext, type ReactNode, useContext } from 'react'

/** The level of section headings: one below the page's. */
export const SectionLevel = createContext<2 | 3>(2)

interface SectionProps {
  readonly title: string
  /** Under the heading, in one or two sentences. */
  readonly about?: string
  readonly children: ReactNode
}

/** A part of a page with a heading and a separator. */
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
