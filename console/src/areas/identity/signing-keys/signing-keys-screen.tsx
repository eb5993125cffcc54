import type { SigningKey } from '@kinora/contract'
import { Key } from '@phosphor-icons/react/dist/csr/Key'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { PagedList } from '../../../ui/paged-list'
import { SettingsPage } from '../../../ui/settings-page'
import { State } from '../../../ui/state'
import { settingsPageSize as pageSize } from '../search'
import { useWorkspace } from '../workspace'
import { HowToSign } from './how-to-sign'
import { useKeyColumns } from './key-columns'
import { creatingKey, type MadeKey, signingKeysQuery } from './queries'

const KeyForm = lazy(async () => ({ default: (await import('./key-form')).KeyForm }))
const KeySecret = lazy(async () => ({ default: (await import('./key-secret')).KeySecret }))
const DeleteKey = lazy(async () => ({ default: (await import('./delete-key')).DeleteKey }))

const route = getRouteApi('/$environmentId/settings/signing-keys')

export function SigningKeysScreen() {
  const t = useText()
  const { environment, organization, isActing, can } = useWorkspace()
  const { page, new: making } = route.useSearch()
  const navigate = route.useNavigate()
  const [made, setMade] = useState<MadeKey>()
  const [deleting, setDeleting] = useState<SigningKey>()
  const isCreating = useIsMutating(creatingKey) > 0
  const mayMake = can(['Settings', 'Signing Key', 'create']) && !isActing
  const list = useQuery(signingKeysQuery(environment.id, { pageNum: page, pageSize }))
  const columns = useKeyColumns(setDeleting)
  const setDialogOpen = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: open }), replace: !open, resetScroll: false })
  const newKey = mayMake && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!organization.isActive}
      onPress={() => setDialogOpen(true)}
    >
      {t('identity:keys.new')}
    </Button>
  )
  const example = list.data?.items.find(({ product }) => product === 'video')
  return (
    <SettingsPage title={t('identity:keys.title')} about={t('identity:keys.about')} actions={newKey}>
      <div className="pt-3">
        <PagedList
          label={t('identity:keys.title')}
          list={list}
          columns={columns}
          rowName={({ id }) => id}
          page={page}
          onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
          failed={t('identity:keys.failed')}
          empty={
            <div className="pt-6">
              <State icon={<Key size={20} />} title={t('identity:keys.none')} actions={newKey}>
                {t('identity:keys.noneAbout')}
              </State>
            </div>
          }
        />
      </div>
      <HowToSign keyId={example?.id} />
      <Suspense>
        {(making || isCreating) && mayMake && organization.isActive && !made && (
          <KeyForm
            onClose={() => setDialogOpen(false)}
            onMade={(secret) => {
              setMade(secret)
              setDialogOpen(false)
            }}
          />
        )}
        {made && <KeySecret made={made} onDone={() => setMade(undefined)} />}
        {deleting && <DeleteKey signingKey={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </SettingsPage>
  )
}
