import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { useText } from '../lib/i18n'
import { IconButton } from './icon-button'
import { useCopy } from './use-copy'

interface CopyFieldProps {
  readonly label: string
  /** Null while there is nothing to copy. */
  readonly value: string | null
}

/** A labeled address or code in one line, with a copy button. */
export function CopyField({ label, value }: CopyFieldProps) {
  const t = useText()
  const { copied, copy } = useCopy()
  return (
    <div className="flex h-9 items-center gap-3 border-b border-rule text-13">
      <span className="w-24 shrink-0 text-ink-3">{label}</span>
      {value === null ? (
        <span className="text-ink-3">{t('ui:noLink')}</span>
      ) : (
        <code className="ltr cut min-w-0 flex-1 text-start font-code text-12 text-ink">{value}</code>
      )}
      {copied && (
        <span role="status" className="flex items-center gap-1 text-12 text-good">
          <Check size={14} aria-hidden />
          {t('ui:copied')}
        </span>
      )}
      {value !== null && (
        <IconButton
          size="small"
          label={t('ui:copy', { what: label })}
          onPress={() => copy(value)}
          className="-me-1.5"
        >
          <Copy size={16} />
        </IconButton>
      )}
    </div>
  )
}
