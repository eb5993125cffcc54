import { playbackPolicies, videoExtensions } from '@kinora/contract/library'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { FilmSlate } from '@phosphor-icons/react/dist/csr/FilmSlate'
import { Flask } from '@phosphor-icons/react/dist/csr/Flask'
import { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { useShortcut } from '../../../lib/keys'
import { Button } from '../../../ui/button'
import { FirstUse } from '../../../ui/first-use'
import { LinkButton } from '../../../ui/link-button'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { Spinner } from '../../../ui/spinner'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useProfileOptions } from '../encoding-profiles/profile-options'
import { useUploadPolicy, useUploadProfile } from '../preferences'
import { useCreateSample } from '../queries'
import { useChooseFiles } from '../uploads/use-add-files'
import { PreviewPlayer } from './preview-player'

/** Replaces the list of an empty library with the ways to add a first video. */
export function EmptyLibrary({ onFromUrl }: { readonly onFromUrl: () => void }) {
  const t = useText()
  const choose = useChooseFiles()
  const { environment } = useWorkspace()
  const [policy, setPolicy] = useUploadPolicy()
  const profile = useProfileOptions(...useUploadProfile())
  useShortcut('u', t('library:upload.upload'), () => choose('files'))
  return (
    <FirstUse
      picture={
        <div className="hatched grid justify-items-center rounded-4 border border-rule-2 px-10 pt-12 pb-12 max-sm:px-5 max-sm:pt-6 max-sm:pb-6">
          <PreviewPlayer />
          <p className="mt-12 text-14 font-mid max-sm:mt-6 pointer-coarse:hidden">
            {t('library:firstUse.drop')}
          </p>
          <p className="ltr mt-1 text-center text-12 text-ink-3 pointer-coarse:mt-6">
            {videoExtensions.join(', ')}
          </p>
        </div>
      }
      title={t('library:firstUse.title')}
      about={t('library:firstUse.about')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-13 font-mid">{t('library:upload.policy')}</span>
        <Segmented
          label={t('library:upload.policy')}
          value={policy}
          onChange={setPolicy}
          options={playbackPolicies.map((id) => ({ id, content: t(`library:policies.${id}`) }))}
        />
      </div>
      {profile.options.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="text-13 font-mid">{t('library:upload.profile')}</span>
          <div className="w-56">
            <Select
              hideLabel
              label={t('library:upload.profile')}
              value={profile.value}
              onChange={profile.choose}
              options={profile.options}
            />
          </div>
        </div>
      )}
      <div className="mt-4 mb-6 flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="large"
          icon={<UploadSimple size={16} />}
          onPress={() => choose('files')}
        >
          {t('library:upload.chooseFiles')}
        </Button>
        <Button size="large" onPress={onFromUrl}>
          {t('library:fromUrl.open')}
        </Button>
        <LinkButton
          size="large"
          to="/$environmentId/videos/import"
          params={{ environmentId: environment.id }}
        >
          {t('library:import.title')}
        </LinkButton>
      </div>
      <TestRow />
      <SampleRow />
    </FirstUse>
  )
}

function TestRow() {
  const t = useText()
  const choose = useChooseFiles({ isTest: true })
  return (
    <OfferRow
      icon={<Flask size={20} />}
      name={t('library:test.choose')}
      about={t('library:test.about')}
      onPress={() => choose('files')}
    />
  )
}

function SampleRow() {
  const t = useText()
  const navigate = useNavigate()
  const { environment } = useWorkspace()
  const { mutate, isPending } = useCreateSample()
  const onError = useProblemToast(t('library:firstUse.sampleFailed'))
  const make = () =>
    mutate(undefined, {
      onError,
      onSuccess: ({ id }) => {
        const params = { environmentId: environment.id, contentId: id }
        void navigate({ to: '/$environmentId/videos/$contentId', params })
      },
    })
  return (
    <OfferRow
      icon={<FilmSlate size={20} />}
      name={t('library:firstUse.sample')}
      about={t('library:firstUse.sampleAbout')}
      busy={isPending}
      onPress={make}
    />
  )
}

interface OfferRowProps {
  readonly icon: ReactNode
  readonly name: string
  readonly about: string
  readonly busy?: boolean
  readonly onPress: () => void
}

function OfferRow({ icon, name, about, busy = false, onPress }: OfferRowProps) {
  return (
    <button
      type="button"
      disabled={busy}
      onClick={onPress}
      className="flex w-full items-center gap-3 border-rule px-1 py-2 text-start transition-colors not-last:border-t last:border-y hover:bg-hover"
    >
      <span className="shrink-0 text-ink-2" aria-hidden>
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-mid">{name}</span>
        <span className="block text-12 text-ink-3">{about}</span>
      </span>
      {busy ? <Spinner /> : <CaretRight size={14} className="text-ink-2 rtl:-scale-x-100" aria-hidden />}
    </button>
  )
}
