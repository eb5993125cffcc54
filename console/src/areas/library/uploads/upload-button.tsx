import { playbackPolicies } from '@kinora/contract/library/values'
import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { FileVideo } from '@phosphor-icons/react/dist/csr/FileVideo'
import { FileXls } from '@phosphor-icons/react/dist/csr/FileXls'
import { Flask } from '@phosphor-icons/react/dist/csr/Flask'
import { FolderOpen } from '@phosphor-icons/react/dist/csr/FolderOpen'
import { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { useShortcut } from '../../../lib/keys'
import { useSlot } from '../../../lib/slots'
import { Button } from '../../../ui/button'
import { Kbd } from '../../../ui/kbd'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { MenuSection } from '../../../ui/menu-section'
import { useWorkspace } from '../../identity'
import { useProfileOptions } from '../encoding-profiles/profile-options'
import { PolicyMark } from '../parts/policy-mark'
import { useUploadPolicy, useUploadProfile } from '../preferences'
import type { UploadSource } from '../slots'
import { useOpenFolder } from './open-folder'
import { useChooseFiles } from './use-add-files'

/** Selects files or a folder, the playback policy and the encoding profile. The `u` key opens the file chooser. */
export function UploadButton() {
  const t = useText()
  const choose = useChooseFiles()
  const chooseTest = useChooseFiles({ isTest: true })
  const { environment, can } = useWorkspace()
  const sources = useSlot('uploadSources')
    .flat()
    .filter(({ right }) => can(right))
  const [source, setSource] = useState<UploadSource | null>(null)
  const folderId = useOpenFolder()
  const [policy, setPolicy] = useUploadPolicy()
  const [isNear, setIsNear] = useState(false)
  const [profileId, chooseProfile] = useUploadProfile()
  const profile = useProfileOptions(profileId, chooseProfile, isNear)
  useShortcut('u', t('library:upload.upload'), () => choose('files'))
  return (
    <>
      <Menu
        label={t('library:upload.upload')}
        onIntent={() => setIsNear(true)}
        trigger={
          <Button variant="primary" icon={<UploadSimple size={16} />}>
            {t('library:upload.upload')}
            <CaretDown size={14} aria-hidden />
          </Button>
        }
      >
        <MenuSection label={t('library:upload.upload')}>
          <MenuItem icon={<FileVideo size={16} />} end={<Kbd>U</Kbd>} onAction={() => choose('files')}>
            {t('library:upload.chooseFiles')}
          </MenuItem>
          <MenuItem icon={<FolderOpen size={16} />} onAction={() => choose('folder')}>
            {t('library:upload.chooseFolder')}
          </MenuItem>
          <MenuItem
            icon={<FileXls size={16} />}
            href={`/${environment.id}/videos/import${folderId === null ? '' : `?folder=${folderId}`}`}
          >
            {t('library:import.title')}
          </MenuItem>
          {sources.map((each) => (
            <MenuItem key={each.id} icon={<each.icon size={16} />} onAction={() => setSource(each)}>
              {each.label(t)}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection heading={t('library:test.about')}>
          <MenuItem icon={<Flask size={16} />} onAction={() => chooseTest('files')}>
            {t('library:test.choose')}
          </MenuItem>
        </MenuSection>
        <MenuSection heading={t('library:upload.policy')} selected={policy}>
          {playbackPolicies.map((id) => (
            <MenuItem key={id} id={id} icon={<PolicyMark policy={id} />} onAction={() => setPolicy(id)}>
              {t(`library:policies.${id}`)}
            </MenuItem>
          ))}
        </MenuSection>
        {profile.options.length > 0 && (
          <MenuSection heading={t('library:upload.profile')} selected={profile.value}>
            {profile.options.map(({ id, label }) => (
              <MenuItem key={id} id={id} onAction={() => profile.choose(id)}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
        )}
      </Menu>
      {source !== null && (
        <Suspense>
          <source.Dialog
            collectionId={folderId}
            playbackPolicy={policy}
            // A deleted profile falls back to the default.
            encodingProfileId={profile.value === profileId ? profileId : null}
            onClose={() => setSource(null)}
          />
        </Suspense>
      )}
    </>
  )
}
