import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { AccountSections } from './account-sections'

const route = getRouteApi('/$environmentId/account')

export function AccountScreen() {
  const t = useText()
  const { dialog } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title={t('identity:account.title')}>
      <AccountSections
        dialog={dialog}
        onDialog={(next) => void navigate({ search: { dialog: next }, replace: next === undefined })}
      />
    </Page>
  )
}
