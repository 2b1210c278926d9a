//! What the examples print when all is well.

/// Lines, or parts of them, that an example prints in this order.
const LINES: [(&str, &[&str]); 22] = [
    (
        "0_quickstart/1_error_handling",
        &[
            "Current run mode: ACL_HOST",
            "Diagnostics: ret=100000,",
            "recentErrMsg=[aclrtGetRunMode]",
            "After diagnostics are consumed once: peekErr=0, lastErr=0, recentErrMsg=<null>",
            "ACL finalize successfully",
        ],
    ),
    (
        "0_quickstart/2_system_info",
        &[
            "CANN package [runtime] version string: ",
            "Current run mode: ACL_HOST",
            "Float conversion: 1.625000 -> 0x3e80 -> 1.625000",
            "ACL_FLOAT=4, ACL_FLOAT16=2, ACL_INT64=8",
            "ACL finalize successfully",
        ],
    ),
    (
        "0_quickstart/3_cross_version/0_runtime_compatibility",
        &[
            "CANN package [runtime] version number: ",
            "CANN attribute count: 3",
            "ACL_CANN_ATTR_INF_NAN support value: 1",
            "ACL_CANN_ATTR_BF16 support value: 1",
            "Architecture compatibility for Ascend910B3: 1",
            "[SUCCESS] Runtime compatibility sample completed successfully",
        ],
    ),
    (
        "1_basic_features/context/0_context_query",
        &[
            "Get current context successfully",
            "cube core limit: 20",
            "vector core limit: 40",
            "[SUCCESS] Context query sample completed successfully",
        ],
    ),
    ("1_basic_features/device/2_device_P2P", &["verify success!", "Run the device_P2P sample successfully."]),
    ("1_basic_features/memory/0_h2h_memory_copy", &["[SUCCESS] Memory copy successfully."]),
    ("1_basic_features/memory/9_multistream_sync_memory", &["[SUCCESS] Memory semantics synchronization"]),
    (
        "1_basic_features/stream/3_stream_config_query",
        &[
            "Set stream config flags=0 priority=0",
            "Stream flags: 0",
            "Stream priority: 0",
            "[SUCCESS] Stream config query sample completed successfully",
        ],
    ),
    (
        "2_advanced_features/built_in_task/0_reduce_task",
        &[
            "Reduce SUM result[0] = 2.000000",
            "Reduce SUM result[1] = 4.000000",
            "Reduce SUM result[2] = 6.000000",
            "Reduce SUM result[3] = 8.000000",
            "Sample Run Successfully.",
        ],
    ),
    ("2_advanced_features/built_in_task/1_random_num_task", &["Sample Run Successfully."]),
    ("2_advanced_features/ipcevent/0_ipcevent", &["[SUCCESS] IPC event synchronization works correctly."]),
    ("2_advanced_features/ipcevent/1_ipcevent_multi_device", &["[SUCCESS] IPC event multi-device synchronization"]),
    (
        "2_advanced_features/label/0_simple_label",
        &[
            "Submitted switch-label task with branch index 1.",
            "Switch label executed successfully with branch index 1.",
            "Run the simple_label sample successfully.",
        ],
    ),
    (
        "2_advanced_features/model_ri/4_model_sync_external",
        &[
            "=== Scenario 1",
            "Check result success.",
            "=== Scenario 2",
            "Check result success.",
            "=== Scenario 3",
            "Check result success.",
        ],
    ),
    (
        "2_advanced_features/tdt_channel/0_simple_channel",
        &[
            "Channel size after send: 1",
            "Tensor type=0, data type=0, bytes=16, dims=(1, 4), firstValue=1.000",
            "Channel size after receive: 0",
            "Run the simple_channel sample successfully.",
        ],
    ),
    (
        "2_advanced_features/tdt_channel/1_channel_capacity",
        &[
            "Slice info ret=0, sliceNum=0, sliceId=0, tensorType=0, datasetName=",
            "Channel size after first send: 1",
            "Channel size after second send: 2",
            "Third send ret under capacity pressure: 207014",
            "Run the channel_capacity sample successfully.",
        ],
    ),
    (
        "2_advanced_features/tdt_queue/0_simple_queue",
        &["QueueAttr name=simple_queue, depth=4", "Created queue id=", "Run the simple_queue sample successfully."],
    ),
    ("2_advanced_features/tdt_queue/1_queue_route", &["Queried route count: 1", "Route: src=0 dst=1 status=1"]),
    (
        "3_memory_advanced/allocator/0_custom_allocator",
        &["CustomAlloc size=256", "CustomAllocAdvise size=128", "allocCount=2 freeCount=2"],
    ),
    (
        "4_reliability/overflow_detection/0_overflow_detection",
        &["Overflow switch=1", "Overflow status after reset=0", "Overflow detection sample finished successfully."],
    ),
    ("5_performance/profiling/0_create_config", &["profiling stop and finalize done", "-------- End --------"]),
    ("5_performance/profiling/1_msproftx", &["Nested operator dispatch range stop", "-------- End --------"]),
];

/// What is amiss wherever it is printed; the first example prints an error on purpose.
const AMISS: [&str; 5] = ["[ERROR]", "[WARN]", "[FAILURE]", "[SKIP]", "error code"];
const ON_PURPOSE: &str = "[ERROR]  Diagnostics: ";

/// Whether an example printed what it should: how many lines were found, or what is wrong.
pub fn judge(name: &str, text: &str) -> Result<String, String> {
    let amiss = |line: &&str| AMISS.iter().any(|word| line.contains(word)) && !line.starts_with(ON_PURPOSE);
    if let Some(line) = text.lines().find(amiss) {
        return Err(format!("it says: {line}"));
    }
    let Some((_, expected)) = LINES.iter().find(|(of, _)| *of == name) else {
        return Err("nobody has said what it should print".to_owned());
    };
    let mut rest = text;
    for line in *expected {
        let Some(at) = rest.find(line) else { return Err(format!("`{line}` is not printed, or too early")) };
        rest = &rest[at + line.len()..];
    }
    if name.ends_with("1_random_num_task") {
        random(text)?;
    }
    Ok(format!("{} lines as they should be", expected.len()))
}

/// Random numbers: five of each kind, in their range, and not all alike.
fn random(text: &str) -> Result<(), String> {
    let short = |bits: u16| f32::from_bits(u32::from(bits) << 16);
    let hex = |value: &str| u16::from_str_radix(value.trim_start_matches("0x"), 16).ok();
    type Number<'a> = &'a dyn Fn(&str) -> Option<f32>;
    let kinds: [(&str, Number<'_>, f32, f32); 5] = [
        ("Gen normal distribution random num, data type: float", &|value| value.parse().ok(), -9.0, 15.0),
        ("Gen truncated normal distribution random num, data type: BF16", &|value| hex(value).map(short), -3.0, 5.0),
        // As bits, of 1 to below 2.
        ("Gen uniform distribution random num, data type: FP16", &|value| hex(value).map(f32::from), 15360.0, 16383.0),
        ("Gen uniform distribution random num, data type: INT32", &|value| value.parse().ok(), 1.0, 99.0),
        ("Gen dropout bitmask, output data type: UINT8", &|value| value.parse().ok(), 0.0, 255.0),
    ];
    for (title, number, low, high) in kinds {
        let after = text.split(title).nth(1).ok_or_else(|| format!("`{title}` is not printed"))?;
        let results = after.lines().filter_map(|line| line.strip_prefix("Random result[")?.split(" = ").nth(1));
        let numbers: Vec<f32> = results.take(5).filter_map(number).collect();
        let in_range = numbers.iter().all(|number| (low..=high).contains(number));
        if numbers.len() != 5 || !in_range || numbers.iter().all(|number| *number == numbers[0]) {
            return Err(format!("{title}: {numbers:?}"));
        }
    }
    Ok(())
}
