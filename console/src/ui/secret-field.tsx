import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { useState } from 'react'
import { useText } from '../lib/i18n'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { useCopy } from './use-copy'

interface SecretFieldProps {
  readonly label: string
  readonly value: string
  /** Can be masked. */
  readonly secret?: boolean
}

const dots = '•'.repeat(32)

/** A labeled value to copy as a whole. */
export function SecretField({ label, value, secret = false }: SecretFieldProps) {
  const t = useText()
  const [hidden, setHidden] = useState(false)
  const { copied, copy } = useCopy()
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-13 font-mid text-ink">{label}</span>
        {secret && (
          <button
            type="button"
            aria-pressed={hidden}
            onClick={() => setHidden(!hidden)}
            className="relative rounded-1 text-12 font-mid text-act-text after:absolute after:-inset-1.5 hover:underline"
          >
            {hidden ? t('ui:show') : t('ui:hide')}
          </button>
        )}
      </div>
      <div
        className={cx(
          'flex min-h-(--h-control) gap-2 rounded-2 border ps-2.5',
          secret
            ? 'items-start border-focus bg-panel shadow-[0_0_0_1px_var(--focus)]'
            : 'items-center border-rule-2 bg-sunk',
        )}
      >
        <code className="ltr max-h-32 min-w-0 flex-1 overflow-y-auto py-2 text-left pointer-coarse:py-3.5 font-code text-12 break-all text-ink">
          {hidden ? dots : value}
        </code>
        <span className="flex h-8 shrink-0 items-center gap-1 pe-1 pointer-coarse:h-11">
          {copied && (
            <span role="status" className="flex items-center gap-1 text-12 text-good">
              <Check size={14} aria-hidden />
              {t('ui:copied')}
            </span>
          )}
          <IconButton size="small" label={t('ui:copy', { what: label })} onPress={() => copy(value)}>
            <Copy size={16} />
          </IconButton>
        </span>
      </div>
    </div>
  )
}
