import type { Organization } from '@kinora/contract'
import { logoLimits } from '@kinora/contract/identity/organizations'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Button } from '../../../ui/button'
import { FileDrop } from '../../../ui/file-drop'
import { Section } from '../../../ui/section'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { OrganizationMark } from './organization-mark'
import { useUpdateOrganization } from './queries'
import { type ReadImage, readImage } from './read-image'

interface LogoProps {
  readonly organization: Organization
  readonly mayEdit: boolean
}

/** Uploads the organization's logo, with a preview before saving. */
export function Logo({ organization, mayEdit }: LogoProps) {
  const t = useText()
  const update = useUpdateOrganization(organization.id)
  const [chosen, setChosen] = useState<ReadImage>()
  const image = chosen && 'dataUrl' in chosen ? chosen.dataUrl : undefined
  const shown = { logoUrl: image ?? organization.logoUrl }
  const take = (file: File) => {
    update.reset()
    void readImage(file).then(setChosen)
  }
  const save = (logo: string | null) =>
    update.mutate(
      { logo },
      {
        onSuccess: () => {
          setChosen(undefined)
          toast({
            text: logo === null ? t('identity:settings.logoRemoved') : t('identity:settings.logoSaved'),
            tone: 'good',
          })
        },
      },
    )
  if (!mayEdit) {
    return (
      <Section title={t('identity:settings.logo')}>
        <div className="pt-4">
          <OrganizationMark organization={organization} size={64} />
        </div>
      </Section>
    )
  }
  return (
    <Section title={t('identity:settings.logo')}>
      <div className="flex flex-col gap-3 pt-4">
        <FileDrop
          choose={t('identity:settings.logoChoose')}
          accept={logoLimits.types.join(',')}
          help={t('identity:settings.logoHelp')}
          disabled={update.isPending}
          onFile={take}
          thumbnail={
            <span className="flex items-end gap-3 max-sm:flex-col max-sm:items-start">
              <OrganizationMark organization={shown} size={64} />
              <OrganizationMark organization={shown} size={28} />
            </span>
          }
          actions={
            image !== undefined ? (
              <>
                <Button variant="primary" size="small" busy={update.isPending} onPress={() => save(image)}>
                  {t('identity:settings.logoSave')}
                </Button>
                <Button variant="quiet" size="small" onPress={() => setChosen(undefined)}>
                  {t('identity:settings.discard')}
                </Button>
              </>
            ) : (
              organization.logoUrl !== null && (
                <Button variant="quiet" size="small" busy={update.isPending} onPress={() => save(null)}>
                  {t('identity:settings.logoRemove')}
                </Button>
              )
            )
          }
        />
        <WrongFile chosen={chosen} />
        <FormProblem error={update.error} />
      </div>
    </Section>
  )
}

function WrongFile({ chosen }: { readonly chosen: ReadImage | undefined }) {
  const t = useText()
  if (!chosen || !('wrong' in chosen)) return null
  return (
    <p role="alert" className="flex items-start gap-1.5 text-12 text-bad">
      <WarningCircle size={14} className="mt-px shrink-0" aria-hidden />
      {chosen.wrong === 'too-large' ? t('identity:settings.logoTooLarge') : messageText(t, chosen.wrong)}
    </p>
  )
}
