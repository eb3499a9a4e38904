/** 'ai_summaries' reads 'AI summaries' (specification section 3). */
export function metricName(metricType: string): string {
  return metricType.replaceAll('_', ' ').replace(/\bai\b/, 'AI');
}
