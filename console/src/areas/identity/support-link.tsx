import { useQuery } from '@tanstack/react-query'
import { cx } from '../../ui/cx'
import { signInOptionsQuery } from './sign-in/queries'

/** The installation's support contact: an email address or a page. */
export function SupportLink({ className }: { readonly className?: string }) {
  const { data } = useQuery(signInOptionsQuery)
  const contact = data?.support
  if (!contact) return null
  const isPage = /^https?:/.test(contact)
  return (
    <a
      {...(isPage ? { href: contact, target: '_blank', rel: 'noreferrer' } : { href: `mailto:${contact}` })}
      className={cx('ltr rounded-1 font-mid wrap-anywhere underline underline-offset-2', className)}
    >
      {contact}
    </a>
  )
}
