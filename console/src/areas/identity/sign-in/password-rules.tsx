import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'

/** The contract's password rules one by one, for display; `signUpBody` validates. */
const rules = [
  ['length', /^.{8,}$/su],
  ['upper', /\p{Lu}/u],
  ['lower', /\p{Ll}/u],
  ['number', /\p{N}/u],
  ['special', /[^\p{L}\p{N}\s]/u],
] as const

/** The password rules, ticked as they are met. */
export function PasswordRules({ password }: { readonly password: string }) {
  const t = useText()
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-1 text-12">
      {rules.map(([rule, pattern]) => {
        const met = pattern.test(password)
        return (
          <li key={rule} className={cx('flex items-center gap-1.5', met ? 'text-ink' : 'text-ink-3')}>
            <span className="grid size-3.5 shrink-0 place-items-center" aria-hidden>
              {met ? (
                <Check size={12} weight="bold" className="text-good" />
              ) : (
                <span className="size-1 rounded-full bg-rule-3" />
              )}
            </span>
            {t(`identity:password.${rule}`)}
            <span className="sr-only">{met ? t('identity:password.met') : t('identity:password.unmet')}</span>
          </li>
        )
      })}
    </ul>
  )
}
