import { useText } from '../../lib/i18n'
import { keyCaps, useShortcuts } from '../../lib/keys'
import { Dialog } from '../../ui/dialog'
import { Kbd } from '../../ui/kbd'

/** Lists the shortcuts of the current screen and of tables. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const shortcuts = useShortcuts()
  const tableKeys = [
    { keys: '↑ ↓', label: t('app:keys.move') },
    { keys: 'Enter', label: t('app:keys.openRow') },
    { keys: 'Space', label: t('app:keys.selectRow') },
    { keys: 'Esc', label: t('app:keys.clear') },
  ]
  return (
    <Dialog title={t('app:keys.title')} isOpen onOpenChange={onClose}>
      <Keys heading={t('app:keys.everywhere')} rows={shortcuts} />
      <Keys heading={t('app:keys.inTables')} rows={tableKeys} />
    </Dialog>
  )
}

interface KeysProps {
  readonly heading: string
  readonly rows: readonly { readonly keys: string; readonly label: string }[]
}

function Keys({ heading, rows }: KeysProps) {
  return (
    <section className="mt-2">
      <h3 className="border-b border-rule-2 pb-1.5 text-12 font-mid text-ink-3">{heading}</h3>
      <dl>
        {rows.map(({ keys, label }) => (
          <div
            key={keys + label}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-rule"
          >
            <dt className="text-ink">{label}</dt>
            <dd className="ltr flex gap-1">
              {keyCaps(keys).map((cap) => (
                <Kbd key={cap}>{cap}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
