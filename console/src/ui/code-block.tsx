import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { lazy, Suspense, useRef } from 'react'
import { useText } from '../lib/i18n'
import { cx } from './cx'
import { useCopy } from './use-copy'

const JsonInk = lazy(async () => ({ default: (await import('./json-ink')).JsonInk }))

interface CodeBlockProps {
  /** Name of the code, such as "curl" or "Answer". */
  readonly label: string
  readonly code: string
  /** Wraps long lines. */
  readonly wraps?: boolean
}

const MAX_LINES = 20
/** The height in browsers without `field-sizing`. */
const WRAPPED_LINES = 7

/** Read-only code or JSON with a copy button; JSON is in color. Always left to right; scrolls, also by keyboard. */
export function CodeBlock({ label, code, wraps = false }: CodeBlockProps) {
  const t = useText()
  const { copied, copy } = useCopy()
  const ink = useRef<HTMLPreElement>(null)
  const isJson = !wraps && /^[{[]/.test(code)
  return (
    <figure dir="ltr" className="relative rounded-2 bg-sunk">
      {isJson && (
        <Suspense>
          <div aria-hidden className="peer absolute inset-y-0 start-0 end-10 overflow-hidden">
            <pre ref={ink} className="p-3 font-code text-12 text-ink-2">
              <JsonInk code={code} />
            </pre>
          </div>
        </Suspense>
      )}
      <textarea
        readOnly
        aria-label={label}
        rows={wraps ? WRAPPED_LINES : Math.min(MAX_LINES, code.split('\n').length)}
        spellCheck={false}
        value={code}
        onScroll={({ currentTarget: { scrollLeft, scrollTop } }) => {
          if (ink.current) ink.current.style.translate = `${-scrollLeft}px ${-scrollTop}px`
        }}
        className={cx(
          // Ends before the copy button, so that no scrolled line is under it.
          'relative block w-[calc(100%-40px)] resize-none overflow-auto rounded-2 bg-transparent p-3 pe-1 text-start font-code text-12 text-ink',
          isJson && 'peer-aria-hidden:[-webkit-text-fill-color:transparent]',
          wraps ? 'field-sizing-content wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre',
        )}
      />
      <button
        type="button"
        aria-label={copied ? t('ui:copied') : t('ui:copy', { what: label })}
        onClick={() => copy(code)}
        className="absolute end-2 top-2 grid size-7 place-items-center rounded-1 bg-sunk text-ink-3 hover:text-ink"
      >
        {copied ? <Check size={14} className="text-good" /> : <Copy size={14} />}
      </button>
    </figure>
  )
}
