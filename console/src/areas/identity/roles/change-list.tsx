import { Minus } from '@phosphor-icons/react/dist/csr/Minus'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { RoleChange } from './role-changes'

/** Describes the unsaved changes. */
export function ChangeList({ changes }: { readonly changes: readonly RoleChange[] }) {
  const sentence = useSentence()
  return (
    <ul>
      {changes.map((change) => {
        const more = change.kind === 'gains' || change.kind === 'freed' || change.kind === 'unfiltered'
        const Sign = more ? Plus : Minus
        const text = sentence(change)
        return (
          <li key={text} className="flex items-start gap-2.5 border-b border-rule py-2.5 text-ink">
            <Sign
              size={14}
              weight="bold"
              className={more ? 'mt-0.5 text-good' : 'mt-0.5 text-bad'}
              aria-hidden
            />
            <span className="min-w-0 flex-1">{text}</span>
          </li>
        )
      })}
    </ul>
  )
}

function useSentence(): (change: RoleChange) => string {
  const t = useText()
  const format = useFormat()
  return (change) => {
    if (!('feature' in change)) return t(`identity:roles.${change.kind}`)
    return t(`identity:roles.${change.kind}`, {
      actions: format.list(change.actions.map((action) => t(`identity:roles.verbs.${action}`))),
      things: t(`rights.things.${change.feature}`),
    })
  }
}
