import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { useCopy } from '../../../ui/use-copy'

/** The secret in groups of four for manual entry. The copy has no spaces. */
export function FactorSecret({ secret }: { readonly secret: string }) {
  const t = useText()
  const { copied, copy } = useCopy()
  const label = t('identity:factor.secret')
  return (
    <div className="flex items-center gap-3 border-b border-rule pb-2">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-ink-3">{label}</p>
        <code dir="ltr" className="flex flex-wrap gap-x-2.5 font-code text-13 text-ink rtl:justify-end">
          {[...secret.matchAll(/.{1,4}/g)].map(({ 0: group, index }) => (
            <span key={index}>{group}</span>
          ))}
        </code>
      </div>
      <span role="status" className="sr-only">
        {copied && t('ui:copied')}
      </span>
      <IconButton size="small" label={t('ui:copy', { what: label })} onPress={() => copy(secret)}>
        {copied ? <Check size={16} className="text-good" /> : <Copy size={16} />}
      </IconButton>
    </div>
  )
}
