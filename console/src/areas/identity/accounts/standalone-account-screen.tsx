import { ArrowLeft } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { LanguageMenu } from '../../../ui/language-menu'
import { LinkButton } from '../../../ui/link-button'
import { Mark } from '../../../ui/mark'
import { Page } from '../../../ui/page'
import { ThemeButton } from '../../../ui/theme-button'
import { ImpersonationBar } from '../sign-out/impersonation-bar'
import { AccountSections } from './account-sections'

const route = getRouteApi('/account')

/** The account of a user without an environment, and therefore without a shell. */
export function StandaloneAccountScreen() {
  const t = useText()
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <div className="flex h-full flex-col bg-paper">
      <ImpersonationBar />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <header className="flex items-center gap-2.5 px-8 pt-7 max-sm:px-4 max-sm:pt-4">
          <Mark size={30} />
          <span className="text-16 font-head">Kinora</span>
          <span className="ms-auto" />
          <LanguageMenu />
          <ThemeButton />
        </header>
        <main className="mx-auto w-full max-w-[972px] pt-6">
          <Page
            title={t('identity:account.title')}
            actions={
              <LinkButton
                to="/welcome"
                icon={<ArrowLeft size={16} className="rtl:-scale-x-100" aria-hidden />}
              >
                {t('identity:account.toWelcome')}
              </LinkButton>
            }
          >
            <AccountSections
              dialog={dialog}
              onDialog={(next) => void navigate({ search: { dialog: next }, replace: next === undefined })}
            />
          </Page>
        </main>
      </div>
    </div>
  )
}
