export const tag = 'http://93.184.216.34/vast?page=[CACHEBUSTING]'
