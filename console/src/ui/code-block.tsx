import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { useText } from '../lib/i18n'
import { IconButton } from './icon-button'
import { useCopy } from './use-copy'

interface CodeBlockProps {
  /** What it shows, for readers and for the copy button. */
  readonly label: string
  readonly code: string
}

/** What scrolls has to be reached by keys (WCAG 2.1.1). */
const scrolls = { tabIndex: 0 }

/** Lines of code to be copied. They keep their direction and scroll by themselves. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  const t = useText()
  const { copied, copy } = useCopy()
  return (
    <div className="overflow-hidden rounded-2 border border-rule bg-sunk">
      <div className="flex items-center justify-between gap-3 border-b border-rule ps-4 pe-1 text-12 text-ink-3">
        {label}
        <IconButton
          size="small"
          label={copied ? t('ui:copied') : t('ui:copy', { what: label })}
          onPress={() => copy(code)}
        >
          {copied ? <Check size={16} className="text-good" /> : <Copy size={16} />}
        </IconButton>
      </div>
      <section
        aria-label={label}
        {...scrolls}
        className="ltr overflow-x-auto px-4 py-3 text-left -outline-offset-2"
      >
        <pre className="font-code text-12 leading-[1.6] text-ink">{code}</pre>
      </section>
    </div>
  )
}
