import type { EncodingProfile } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { SettingsPage } from '../../../ui/settings-page'
import { Table } from '../../../ui/table'
import { useRights, useWorkspace } from '../../identity'
import { useProfileColumns } from './profile-columns'
import { useProfileName } from './profile-name'
import { profilesQuery } from './queries'
import { useProfileActions } from './use-profile-actions'

const DeleteProfile = lazy(async () => ({
  default: (await import('./delete-profile')).DeleteProfile,
}))

export function EncodingProfilesScreen() {
  const t = useText()
  const { environment, can } = useWorkspace()
  const rights = useRights('Settings', 'Encoding Profile')
  const profileName = useProfileName()
  const navigate = useNavigate({ from: '/$environmentId/settings/encoding-profiles' })
  const [deleting, setDeleting] = useState<EncodingProfile>()
  const list = useQuery(profilesQuery(environment.id))
  const actions = useProfileActions()
  const columns = useProfileColumns({ ...actions, onDelete: setDeleting })
  return (
    <SettingsPage
      title={t('library:profiles.title')}
      about={t('library:profiles.about')}
      actions={
        can(['Settings', 'Encoding Profile', 'create']) && (
          <Button
            variant="primary"
            icon={<Plus size={16} />}
            disabled={!rights.create}
            onPress={() => void navigate({ to: '/$environmentId/settings/encoding-profiles/new' })}
          >
            {t('library:profiles.new')}
          </Button>
        )
      }
    >
      {list.isError && !list.data ? (
        <ListFault title={t('library:profiles.failed')} list={list} />
      ) : (
        <div className="pt-3">
          <Table
            label={t('library:profiles.title')}
            columns={columns}
            rows={list.data}
            rowKey={({ id }) => id}
            rowName={profileName}
            onOpen={actions.onEdit}
            skeletonRows={3}
          />
        </div>
      )}
      <Suspense>
        {deleting && <DeleteProfile profile={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </SettingsPage>
  )
}
