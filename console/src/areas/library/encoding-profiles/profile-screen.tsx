import type { EncodingProfile } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { toast } from '../../../ui/toast-store'
import { useRights, useWorkspace } from '../../identity'
import { draftOf } from './profile-draft'
import { ProfileMenu } from './profile-menu'
import { useProfileName } from './profile-name'
import { ProfilePage, ProfilePending, ProfileSkeleton } from './profile-page'
import { ProfileView } from './profile-view'
import { profilesQuery } from './queries'
import { useProfileActions } from './use-profile-actions'

const ProfileEditor = lazy(async () => ({
  default: (await import('./profile-editor')).ProfileEditor,
}))
const DeleteProfile = lazy(async () => ({
  default: (await import('./delete-profile')).DeleteProfile,
}))

const route = getRouteApi('/$environmentId/settings/encoding-profiles_/$profileId')

/** One encoding profile: its form, or its settings if they cannot be changed. */
export function ProfileScreen() {
  const { environment } = useWorkspace()
  const { profileId } = route.useParams()
  const list = useQuery(profilesQuery(environment.id))
  const profile = list.data?.find(({ id }) => id === profileId)
  return profile ? <OneProfile key={profile.id} profile={profile} /> : <ProfilePending list={list} />
}

function OneProfile({ profile }: { readonly profile: EncodingProfile }) {
  const t = useText()
  const rights = useRights('Settings', 'Encoding Profile')
  const profileName = useProfileName()
  const navigate = route.useNavigate()
  const { onCopy, onMakeDefault } = useProfileActions()
  const [deleting, setDeleting] = useState(false)
  const canEdit = profile.builtIn === null && rights.update
  return (
    <ProfilePage
      title={profileName(profile)}
      beside={profile.isDefault && <Chip>{t('library:profiles.default')}</Chip>}
      actions={
        <ProfileMenu
          profile={profile}
          onCopy={onCopy}
          onMakeDefault={onMakeDefault}
          onDelete={() => setDeleting(true)}
        />
      }
    >
      {canEdit ? (
        <Suspense fallback={<ProfileSkeleton />}>
          <EditProfile profile={profile} />
        </Suspense>
      ) : (
        <ProfileView profile={profile} onCopy={onCopy} />
      )}
      <Suspense>
        {deleting && (
          <DeleteProfile
            profile={profile}
            onClose={() => setDeleting(false)}
            onDeleted={() =>
              void navigate({ to: '/$environmentId/settings/encoding-profiles', ignoreBlocker: true })
            }
          />
        )}
      </Suspense>
    </ProfilePage>
  )
}

function EditProfile({ profile }: { readonly profile: EncodingProfile }) {
  const t = useText()
  const draft = (saved: EncodingProfile) => draftOf(saved, saved.name, false)
  const [initial] = useState(() => draft(profile))
  return (
    <ProfileEditor
      profile={profile}
      initial={initial}
      id={profile.id}
      save={t('library:profiles.save')}
      cancel={(reset, isDirty) => isDirty && <Button onPress={reset}>{t('library:profiles.discard')}</Button>}
      onSaved={(saved) => {
        toast({ text: t('library:profiles.saved', { name: saved.name }), tone: 'good' })
        return draft(saved)
      }}
    />
  )
}
