import type { EncodingProfile } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { SettingsPage } from '../../../ui/settings-page'
import { Table } from '../../../ui/table'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useProfileColumns } from './profile-columns'
import { useProfileName } from './profile-name'
import { profilesQuery, useMakeDefaultProfile } from './queries'
import { useProfileRights } from './use-profile-rights'

const ProfileDialog = lazy(async () => ({
  default: (await import('./profile-dialog')).ProfileDialog,
}))
const DeleteProfile = lazy(async () => ({
  default: (await import('./delete-profile')).DeleteProfile,
}))

const route = getRouteApi('/$environmentId/settings/encoding-profiles')

export function EncodingProfilesScreen() {
  const t = useText()
  const { environment, can } = useWorkspace()
  const rights = useProfileRights()
  const profileName = useProfileName()
  const { new: making, from, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const [deleting, setDeleting] = useState<EncodingProfile>()
  const list = useQuery(profilesQuery(environment.id))
  const makeDefault = useMakeDefaultProfile()
  const onError = useProblemToast(t('library:profiles.defaultFailed'))
  const columns = useProfileColumns({
    onEdit: ({ id }) => void navigate({ search: { edit: id } }),
    onCopy: ({ id }) => void navigate({ search: { new: true, from: id } }),
    onMakeDefault: (profile) =>
      makeDefault.mutate(profile, {
        onSuccess: () =>
          toast({ text: t('library:profiles.isDefault', { name: profileName(profile) }), tone: 'good' }),
        onError,
      }),
    onDelete: setDeleting,
  })
  const named = (id: string | undefined) => list.data?.find((profile) => profile.id === id)
  const edited = named(edit)
  const [standard] = list.data ?? []
  const close = () => void navigate({ search: {}, replace: true })
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
            onPress={() => void navigate({ search: { new: true } })}
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
            skeletonRows={3}
          />
        </div>
      )}
      <Suspense>
        {making && rights.create && standard && (
          <ProfileDialog copied={named(from) ?? standard} edited={null} onClose={close} />
        )}
        {edited && edited.builtIn === null && rights.update && (
          <ProfileDialog copied={edited} edited={edited} onClose={close} />
        )}
        {deleting && <DeleteProfile profile={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </SettingsPage>
  )
}
