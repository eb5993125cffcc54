import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { useText } from '../lib/i18n'
import { useCopy } from './use-copy'

/** Monospaced text with a copy button. */
export function CopyText({ text, label }: { readonly text: string; readonly label?: string }) {
  const t = useText()
  const { copied, copy } = useCopy()
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <code className="ltr cut font-code text-12">{text}</code>
      <button
        type="button"
        aria-label={copied ? t('ui:copied') : t('ui:copy', { what: label ?? text })}
        onClick={() => copy(text)}
        className="-my-0.5 grid size-6 shrink-0 place-items-center rounded-1 text-ink-3 hover:text-ink"
      >
        {copied ? <Check size={14} className="text-good" /> : <Copy size={14} />}
      </button>
    </span>
  )
}
