import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { CodeBlock } from '../../../ui/code-block'
import { Drawer } from '../../../ui/drawer'
import { IconButton } from '../../../ui/icon-button'
import { useCopy } from '../../../ui/use-copy'
import type { Step } from './record-list'

interface RecordDrawerProps {
  readonly title: string
  readonly heading?: ReactNode
  readonly step: Step
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** One record, with buttons for the previous and next record and a link to itself. */
export function RecordDrawer({ title, heading, step, foot, children }: RecordDrawerProps) {
  const t = useText()
  const { copied, copy } = useCopy()
  return (
    <Drawer
      title={title}
      heading={heading ?? title}
      onClose={step.close}
      foot={foot}
      steps={step}
      actions={
        <IconButton
          size="small"
          label={copied ? t('ui:copied') : t('activity:records.copyLink')}
          onPress={() => copy(location.href)}
        >
          <LinkSimple size={16} />
        </IconButton>
      }
    >
      {children}
    </Drawer>
  )
}

export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-13 max-sm:grid-cols-[5.5rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A body with a heading. JSON is indented; other text stays as it is. */
export function Body({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null
  return (
    <section className="pt-6">
      <h3 className="pb-2 text-14 font-head">{title}</h3>
      <CodeBlock label={title} code={pretty(text)} />
    </section>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
