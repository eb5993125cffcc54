import { Binoculars } from '@phosphor-icons/react/dist/csr/Binoculars'
import { useText } from '../lib/i18n'
import { LinkButton } from '../ui/link-button'
import { State } from '../ui/state'

/** Shown for an unknown address and for an object that this user may not see. */
export function NotFoundPage() {
  const t = useText()
  return (
    <main className="px-8 pt-24 max-sm:px-4 max-sm:pt-12">
      <title>{`${t('app:notFound.title')} · Kinora`}</title>
      <State
        headingLevel={1}
        icon={<Binoculars size={20} />}
        title={t('app:notFound.title')}
        actions={
          <LinkButton to="/" variant="primary">
            {t('app:notFound.home')}
          </LinkButton>
        }
      >
        {t('app:notFound.why')}
      </State>
    </main>
  )
}
