import type { createCampaignBody } from '@kinora/contract/campaigns/campaigns'
import type { UseFormReturn } from 'react-hook-form'

type CampaignFields = NonNullable<ReturnType<typeof createCampaignBody.safeParse>['data']>

/** Props of a part of the campaign form. */
export interface FieldsProps {
  readonly form: UseFormReturn<CampaignFields>
}
