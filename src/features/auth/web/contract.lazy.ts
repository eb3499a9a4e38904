/** The contract brings its schemas; the sign-in pages load it when a person starts to type. */
export const loadContract = () => import('../contract.ts');
