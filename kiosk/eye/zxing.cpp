// SPDX-License-Identifier: MIT
// The QR reader. The only C++ of the program, and no exception
// leaves it.
#include "kiosk/eye/zxing.h"

#include <ZXing/ReadBarcode.h>

extern "C" void
zxing_read(const uint8_t *grey, int width, int height, int stride, bool shrink, zxing_found *found, void *data)
{
	try {
		ZXing::ImageView view(grey, width, height, ZXing::ImageFormat::Lum, stride);
		ZXing::DecodeHints hints;

		hints.setFormats(ZXing::BarcodeFormat::QRCode);
		hints.setTryHarder(true);
		hints.setTryRotate(false); // a QR code is found as it lies
		hints.setTryDownscale(shrink);
		for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
			if (!result.isValid())
				continue;
			const auto &at = result.position();
			double corner[8];

			for (int i = 0; i < 4; i++) {
				corner[2 * i] = at[i].x;
				corner[2 * i + 1] = at[i].y;
			}
			found(data, result.text().c_str(), corner);
		}
	} catch (...) {
		return;
	}
}
