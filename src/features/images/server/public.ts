/** What other features may use of pictures. */
export { attachPicture, holdPicture, releasePicture } from './attach-picture.ts';
export { type LoadedPicture, loadPicture } from './load-picture.ts';
export { type PictureUrls, pictureUrls, publicPictureUrl } from './picture-urls.ts';
export { storedFilesOf } from './stored-files.ts';
