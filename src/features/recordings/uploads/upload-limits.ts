/** The largest file that can be uploaded: 200 MB. */
export const largestUploadBytes = 200_000_000;

/** Where uploads are posted to (tus). */
export const uploadPath = '/desk/uploads';
