// A copy in rows, with what fills a row up to whole blocks.
#ifndef ASCEND_HOST_SHIM_ROWS_H
#define ASCEND_HOST_SHIM_ROWS_H

#include <cstdint>
#include <cstring>

#include "platform.h"

namespace ascend_host {

struct RowCopy {
    uint8_t *dst = nullptr;
    uint64_t dst_pitch = 0;  // from the start of a row to the next
    const uint8_t *src = nullptr;
    uint64_t src_pitch = 0;
    uint64_t rows = 0;
    uint64_t bytes = 0;  // of a row
    bool fills = false;  // the destination's rows are whole blocks, and `left` and `right` bytes stand beside the data
    bool pads = false;   // with `value`; without, they may hold anything
    uint64_t left = 0;
    uint64_t right = 0;
    uint64_t element = 1;
    uint8_t value[8] = {};

    // Bytes of a row that are written.
    uint64_t whole() const {
        if (!fills) return bytes;
        return (left + bytes + right + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    }

    void run() const {
        for (uint64_t i = 0; i < rows; ++i) {
            uint8_t *row = dst + i * dst_pitch;
            if (fills) memset(row, 0xff, whole());
            memcpy(row + left, src + i * src_pitch, bytes);
            if (!pads) continue;
            for (uint64_t k = 0; k < left; k += element) memcpy(row + k, value, element);
            for (uint64_t k = 0; k < right; k += element) memcpy(row + left + bytes + k, value, element);
        }
    }

    void poison() const {
        for (uint64_t i = 0; i < rows; ++i) memset(dst + i * dst_pitch, 0xff, whole());
    }
};

}  // namespace ascend_host

#endif
