import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { DecoderScreen } from '../../../areas/ads/scte35/decoder-screen'
import { decoderSearch } from '../../../areas/ads/search'

export const Route = createFileRoute('/$environmentId/ad_insertion_/scte35')({
  validateSearch: decoderSearch,
  search: { middlewares: [stripSearchParams({ message: '' })] },
  component: DecoderScreen,
})
