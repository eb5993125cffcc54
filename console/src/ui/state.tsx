import type { ReactNode } from 'react'

interface StateProps {
  readonly icon: ReactNode
  readonly title: string
  /** Explanation of the state, in two lines. */
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** Below the buttons, small: a request id. */
  readonly foot?: ReactNode
  /** 1 if it is the title of a whole page. */
  readonly headingLevel?: 1 | 2
}

/** Replaces the content of a screen or list with a message, left-aligned with the content. */
export function State({ icon, title, children, actions, foot, headingLevel = 2 }: StateProps) {
  const Title = headingLevel === 1 ? 'h1' : 'h2'
  return (
    <section className="max-w-[520px] animate-rise">
      <div className="grid size-11 place-items-center rounded-3 border border-rule bg-sunk text-ink-2">
        {icon}
      </div>
      <Title className="mt-4 text-16 font-head text-balance">{title}</Title>
      <div className="mt-1.5 text-14 text-pretty text-ink-2">{children}</div>
      {actions !== undefined && <div className="mt-4 flex flex-wrap gap-2">{actions}</div>}
      {foot !== undefined && <div className="mt-5 text-12 text-ink-3">{foot}</div>}
    </section>
  )
}
